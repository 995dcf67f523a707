/* Records of CSV files, RFC 4180. Fields are unquoted in place. */
#pragma once
#include "cards/file.h"

enum { CSV_MAX_FIELDS = 64 };

typedef struct CsvField {
    char *text;
    unsigned line, column;
} CsvField;

/* Where the reader stands. */
typedef struct Csv {
    const char *path;
    char *at, *end;
    unsigned line, column;
    CsvField field[CSV_MAX_FIELDS];
    unsigned nfields;
    FileError *error;
} Csv;

Csv csv_open(const char *path, const FileText *f, FileError *e);
/* Reads the next record that is not blank. False: there is none (*more is false), or it is wrong.
 */
bool csv_next(Csv *r, bool *more);
/* Does the first line that is not blank name this field? Only for names without quotes. */
bool csv_header_has(const FileText *f, const char *name);
