/* Files are replaced whole, synced, and locked. The test has its own fsync and rename functions:
 * they record the calls and can fail. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "cards/store.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const FileType type = {"fuda test", "a file of this test"};
static char folder[64], path[96];
static FileError error;

/* ---- calls that are recorded ----------------------------------------------------------------- */

/* f: fsync of a file, d: of a directory, r: rename, n: rename that replaces nothing */
static char calls[64];
static char failing; /* this call fails with EIO */

static bool record(char call) {
    size_t n = strlen(calls);
    if (n + 1 < sizeof calls) calls[n] = call;
    errno = EIO;
    return call == failing;
}

int fsync(int fd) {
    struct stat info;
    bool ok = fstat(fd, &info) == 0;
    if (record(ok && S_ISDIR(info.st_mode) ? 'd' : 'f')) return -1;
    return (int)syscall(SYS_fsync, fd);
}

int rename(const char *from, const char *to) {
    if (record('r')) return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int fd, const char *from, int fd2, const char *to, unsigned flags) {
    if (record('n')) return -1;
    return (int)syscall(SYS_renameat2, fd, from, fd2, to, flags);
}

/* ---- tools ----------------------------------------------------------------------------------- */

static bool write_text(LockedFile *f, const char *text) {
    memset(calls, 0, sizeof calls);
    return locked_write(f, text, strlen(text), &error);
}

static void expect_contents(const char *name, const char *text) {
    FileText f;
    assert_true(file_read(name, &f, &error));
    assert_string_equal(f.data, text);
    file_free(&f);
}

/* Number of files in the folder. */
static unsigned count_files(void) {
    unsigned n = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *d; (d = readdir(dir));)
        n += strcmp(d->d_name, ".") && strcmp(d->d_name, "..");
    closedir(dir);
    return n;
}

static void put(const char *name, const char *text) {
    FILE *out = fopen(name, "w");
    fputs(text, out);
    fclose(out);
}

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/fuda-store-XXXXXX");
    failing = 0;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int tear_down(void **state) {
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void synced_before_and_after_the_rename(void **state) {
    (void)state;
    LockedFile f;
    assert_true(locked_open(&f, path, &type, &error));
    assert_false(locked_exists(&f));
    assert_true(write_text(&f, "fuda test 1"));
    assert_string_equal(calls, "fnd");
    assert_true(f.created);
    assert_true(write_text(&f, "fuda test 2"));
    assert_string_equal(calls, "frd");
    expect_contents(path, "fuda test 2");
    assert_int_equal(count_files(), 1);
    locked_close(&f);
}

/* Whatever fails, the old contents stay and no other file is left. */
static void failure_changes_nothing(void **state) {
    (void)state;
    static const char steps[] = "fr";
    LockedFile f;
    put(path, "fuda test old");
    assert_true(locked_open(&f, path, &type, &error));
    for (const char *s = steps; *s; s++) {
        failing = *s;
        assert_false(write_text(&f, "fuda test new"));
        assert_non_null(strstr(error.line, "cannot be written: Input/output error"));
        expect_contents(path, "fuda test old");
        assert_int_equal(count_files(), 1);
    }
    failing = 'd'; /* the new contents are there, but may not survive a crash: still a failure */
    assert_false(write_text(&f, "fuda test new"));
    expect_contents(path, "fuda test new");
    failing = 0;
    assert_true(write_text(&f, "fuda test newer"));
    locked_close(&f);
}

static void created_exclusively(void **state) {
    (void)state;
    LockedFile f;
    assert_true(locked_open(&f, path, &type, &error));
    put(path, "fuda test of somebody else");
    assert_false(write_text(&f, "fuda test"));
    assert_non_null(strstr(error.line, "was created by another program; left unchanged"));
    expect_contents(path, "fuda test of somebody else");
    assert_int_equal(count_files(), 1);
    locked_close(&f);
}

/* Tries to lock the file in another process; returns whether it could. */
static bool lockable_elsewhere(void) {
    int status;
    pid_t child = fork();
    if (!child) {
        LockedFile f;
        bool ok = locked_open(&f, path, &type, &error);
        bool said = ok || strstr(error.line, "is in use by another fuda (process ");
        _exit(ok ? 0 : said ? 1 : 2);
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_not_equal(WEXITSTATUS(status), 2);
    return WEXITSTATUS(status) == 0;
}

static void locked_across_writes(void **state) {
    (void)state;
    LockedFile f;
    assert_true(locked_open(&f, path, &type, &error));
    for (int i = 0; i < 3; i++) {
        assert_true(write_text(&f, "fuda test"));
        assert_false(lockable_elsewhere());
        assert_false(file_write(path, &type, "fuda test x", 11, &error));
    }
    assert_true(locked_is(&f, path));
    locked_close(&f);
    assert_true(lockable_elsewhere());
}

static void other_files_are_left_alone(void **state) {
    (void)state;
    LockedFile f;
    put(path, "a diary");
    assert_false(locked_open(&f, path, &type, &error));
    assert_non_null(strstr(error.line, "is not a file of this test; left unchanged"));
    assert_false(file_write(folder, &type, "", 0, &error));
    assert_non_null(strstr(error.line, "is a directory"));
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(locked_open(&f, path, &type, &error));
    assert_non_null(strstr(error.line, "is a FIFO, not a file"));
}

static void previous_contents_are_kept(void **state) {
    (void)state;
    char kept[128];
    put(path, "fuda test 0");
    for (int i = 1; i <= 3; i++) {
        LockedFile f;
        char text[32];
        snprintf(text, sizeof text, "fuda test %d", i);
        assert_true(locked_open(&f, path, &type, &error));
        f.keep = locked_filled(&f);
        assert_true(write_text(&f, text));
        assert_true(write_text(&f, text)); /* keeps nothing more */
        locked_close(&f);
    }
    snprintf(kept, sizeof kept, "%s~", path);
    expect_contents(kept, "fuda test 0");
    snprintf(kept, sizeof kept, "%s~3", path);
    expect_contents(kept, "fuda test 2");
    expect_contents(path, "fuda test 3");
    assert_int_equal(count_files(), 4);
}

static void permissions_and_links_stay(void **state) {
    (void)state;
    struct stat info;
    char link_path[128];
    put(path, "fuda test");
    chmod(path, 0640);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(symlink("file", link_path), 0);
    assert_true(file_write(link_path, &type, "fuda test new", 13, &error));
    assert_int_equal(lstat(link_path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    expect_contents(path, "fuda test new");
}

/* Temporary files in use stay, those of killed programs go. */
static void abandoned_files_are_removed(void **state) {
    (void)state;
    char old[128];
    LockedFile f;
    snprintf(old, sizeof old, "%s/.fuda-1-0.tmp", folder);
    put(old, "half");
    assert_true(locked_open(&f, path, &type, &error));
    assert_int_equal(count_files(), 0);
    locked_close(&f);
    LockedFile busy;
    assert_true(file_write(old, &type, "fuda test", 9, &error));
    assert_true(locked_open(&busy, old, &type, &error)); /* holds the lock, as a writer does */
    assert_int_equal(access(old, F_OK), 0);
    assert_true(file_write(path, &type, "fuda test", 9, &error));
    assert_int_equal(access(old, F_OK), 0);
    locked_close(&busy);
}

static void directories_name_what_fails(void **state) {
    (void)state;
    char deep[160];
    snprintf(deep, sizeof deep, "%s/a//b/c/", folder);
    assert_true(file_make_folder(deep, &error));
    assert_true(file_make_folder(deep, &error));
    put(path, "x");
    snprintf(deep, sizeof deep, "%s/x/y", path);
    assert_false(file_make_folder(deep, &error));
    assert_non_null(strstr(error.line, "/file: is not a directory"));
    assert_false(file_make_folder("/proc/nobody/x/y", &error));
    assert_string_equal(error.line,
                        "/proc/nobody: cannot create the directory: No such file or directory");
    assert_false(file_make_folder("", &error));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(synced_before_and_after_the_rename),
        TEST(failure_changes_nothing),
        TEST(created_exclusively),
        TEST(locked_across_writes),
        TEST(other_files_are_left_alone),
        TEST(previous_contents_are_kept),
        TEST(permissions_and_links_stay),
        TEST(abandoned_files_are_removed),
        TEST(directories_name_what_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
