/* CSV records. */
#include "cards/csv.h"
#include <string.h>
#include <strings.h>

Csv csv_open(const char *path, const FileText *f, FileError *e) {
    return (Csv){
        .path = path, .at = f->data, .end = f->data + f->size, .line = 1, .column = 1, .error = e};
}

/* Returns the next byte and tracks line and column; columns count characters. */
static char step(Csv *r) {
    char c = *r->at++;
    if (c == '\n') {
        r->line++;
        r->column = 1;
    } else if (((unsigned char)c & 0xC0) != 0x80) {
        r->column++;
    }
    return c;
}

/* At a comma, line end or end of file. */
static bool at_end_of_field(const Csv *r) {
    return r->at == r->end || *r->at == ',' || *r->at == '\n' ||
           (*r->at == '\r' && r->at[1] == '\n');
}

/* Reads a quoted field. Drops carriage returns before line feeds. */
static bool read_quoted(Csv *r, const CsvField *f) {
    char *to = r->at;
    step(r);
    for (;;) {
        if (r->at == r->end)
            return file_error(r->error, r->path, f->line, f->column,
                              "the quote that starts here is never closed");
        char c = step(r);
        if (c == '"') {
            if (*r->at != '"') break;
            step(r);
        }
        if (c == '\r' && *r->at == '\n') continue;
        *to++ = c;
    }
    if (!at_end_of_field(r))
        return file_error(r->error, r->path, r->line, r->column,
                          "a comma or the end of the line must follow the quote");
    *to = 0; /* at the latest where the closing quote was */
    return true;
}

/* Reads an unquoted field; quotes inside it are an error. */
static bool read_plain(Csv *r) {
    while (!at_end_of_field(r)) {
        if (*r->at == '"')
            return file_error(r->error, r->path, r->line, r->column,
                              "a quote inside an unquoted field; quote the whole field and double "
                              "the inner quote");
        step(r);
    }
    return true;
}

/* Reads one record. A field is terminated only after its separator was read, since the NUL replaces
 * the separator. */
static bool read_record(Csv *r) {
    const char *start = r->at;
    r->nfields = 0;
    for (;;) {
        if (r->nfields == CSV_MAX_FIELDS)
            return file_error(r->error, r->path, r->line, r->column, "more than %d fields",
                              CSV_MAX_FIELDS);
        CsvField *f = &r->field[r->nfields++];
        *f = (CsvField){r->at, r->line, r->column};
        if (*r->at == '"' ? !read_quoted(r, f) : !read_plain(r)) return false;
        if (r->at - start > LINE_MAX_BYTES)
            return file_error(r->error, r->path, f->line, f->column, "record longer than %d bytes",
                              LINE_MAX_BYTES);
        char *stop = r->at;
        if (r->at == r->end) return true;
        char c = step(r);
        if (c == '\r') c = step(r);
        *stop = 0;
        if (c == '\n') return true;
    }
}

static bool blank(const Csv *r) {
    return r->nfields == 1 && !r->field[0].text[strspn(r->field[0].text, " \t")];
}

bool csv_next(Csv *r, bool *more) {
    do {
        *more = r->at < r->end;
        if (!*more || !read_record(r)) return false;
    } while (blank(r));
    return true;
}

bool csv_header_has(const FileText *f, const char *name) {
    const char *s = f->data + strspn(f->data, " \t\r\n");
    for (;;) {
        size_t size = strcspn(s, ",\r\n");
        if (size == strlen(name) && !strncasecmp(s, name, size)) return true;
        if (s[size] != ',') return false;
        s += size + 1;
    }
}
