/* A reader for CSV records (RFC 4180). Unquotes fields in place. */
#pragma once
#include "cards/file.h"

/* Far above the number of columns of any card form. */
enum { CSV_MAX_FIELDS = 64 };

/* A field of the current record, and its position in the file. */
typedef struct CsvField {
    char *text;
    unsigned line, column;
} CsvField;

/* The reader's position and the current record. */
typedef struct Csv {
    const char *path;
    char *at, *end;
    unsigned line, column;
    CsvField field[CSV_MAX_FIELDS];
    unsigned nfields;
    FileError *error;
} Csv;

/* Starts reading at the first record. The reader modifies the file's text and must not outlive it.
 */
Csv csv_open(const char *path, const FileText *f, FileError *e);
/* Reads the next record that is not blank. Returns false at the end of the file (*more is false) or
 * on an error (*more is true, the error is set). */
bool csv_next(Csv *r, bool *more);
/* Does the first line that is not blank contain this field? Does not handle quoted names. */
bool csv_header_has(const FileText *f, const char *name);
