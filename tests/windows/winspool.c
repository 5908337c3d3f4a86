/* A print spooler made of files, in the place of winspool.drv: for tests under Wine, whose own
 * spooler hands jobs on to the host but lists none of them. It says what the Windows functions
 * are documented to say, for the dozen that are called; it proves nothing about Windows.
 *
 * In the folder of POSTROOM_SPOOLER_FOLDER:
 *   queue-NAME    a queue; its text is the printer's status, a number
 *   usual         the name of the usual printer; without it there is none
 *   refuses       no queue takes a job
 *   full          half of what is written gets through, then the disk is full
 *   silent        jobs cannot be listed
 *   job-N.queue, .title, .document, .state    a job; its state is a number */
#include <windows.h>
#include <winspool.h>
#include <stdio.h>

static WCHAR names[64][128];
static int jobs_at[64];
static FILE *documents[64];
static int opened;

static FILE *at(const WCHAR *name, const WCHAR *how)
{
    WCHAR folder[MAX_PATH], path[MAX_PATH];
    if (!GetEnvironmentVariableW(L"POSTROOM_SPOOLER_FOLDER", folder, MAX_PATH)) return NULL;
    if (swprintf(path, MAX_PATH, L"%ls\\%ls", folder, name) < 0) return NULL;
    return _wfopen(path, how);
}

static BOOL is_there(const WCHAR *name)
{
    FILE *file = at(name, L"rb");
    if (file) fclose(file);
    return file != NULL;
}

/* UTF-16, since names and titles are. */
static BOOL text(const WCHAR *name, WCHAR *to, size_t most)
{
    FILE *file = at(name, L"rb");
    if (!file) return FALSE;
    size_t count = fread(to, sizeof *to, most - 1, file);
    to[count] = 0;
    fclose(file);
    return TRUE;
}

static DWORD number(const WCHAR *name)
{
    DWORD found = 0;
    FILE *file = at(name, L"rb");
    if (file) {
        if (fscanf(file, "%lu", &found) != 1) found = 0;
        fclose(file);
    }
    return found;
}

static const WCHAR *of_job(int job, const WCHAR *part)
{
    static WCHAR name[64];
    swprintf(name, 64, L"job-%d.%ls", job, part);
    return name;
}

static void write_text(const WCHAR *name, const WCHAR *words)
{
    FILE *file = at(name, L"wb");
    if (file) {
        fwrite(words, sizeof *words, wcslen(words), file);
        fclose(file);
    }
}

static WCHAR *put(BYTE *buffer, DWORD *used, const WCHAR *words)
{
    WCHAR *place = (WCHAR *)(buffer + *used);
    wcscpy(place, words);
    *used += (wcslen(words) + 1) * sizeof *words;
    return place;
}

__declspec(dllexport) BOOL WINAPI EnumPrintersW(DWORD flags, LPWSTR name, DWORD level, LPBYTE buffer,
                                                DWORD size, LPDWORD needed, LPDWORD count)
{
    WCHAR folder[MAX_PATH], pattern[MAX_PATH];
    WIN32_FIND_DATAW found;
    DWORD queues = 0;
    (void)flags; (void)name; (void)level;
    *count = 0;
    *needed = 0;
    if (!GetEnvironmentVariableW(L"POSTROOM_SPOOLER_FOLDER", folder, MAX_PATH)) return TRUE;
    swprintf(pattern, MAX_PATH, L"%ls\\queue-*", folder);
    HANDLE search = FindFirstFileW(pattern, &found);
    if (search == INVALID_HANDLE_VALUE) return TRUE;
    do queues++; while (FindNextFileW(search, &found));
    FindClose(search);
    *needed = queues * (sizeof(PRINTER_INFO_2W) + 256);
    if (size < *needed) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return FALSE;
    }
    PRINTER_INFO_2W *info = (PRINTER_INFO_2W *)buffer;
    DWORD used = queues * sizeof *info;
    search = FindFirstFileW(pattern, &found);
    do {
        ZeroMemory(&info[*count], sizeof *info);
        info[*count].pPrinterName = put(buffer, &used, found.cFileName + 6);
        info[*count].Status = number(found.cFileName);
        ++*count;
    } while (*count < queues && FindNextFileW(search, &found));
    FindClose(search);
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI GetDefaultPrinterW(LPWSTR name, LPDWORD size)
{
    WCHAR usual[128];
    if (!text(L"usual", usual, 128)) {
        SetLastError(ERROR_FILE_NOT_FOUND);
        return FALSE;
    }
    DWORD room = *size;
    *size = wcslen(usual) + 1;
    if (!name || room < *size) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return FALSE;
    }
    wcscpy(name, usual);
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI OpenPrinterW(LPWSTR name, LPHANDLE handle, LPPRINTER_DEFAULTSW defaults)
{
    WCHAR queue[160];
    (void)defaults;
    swprintf(queue, 160, L"queue-%ls", name);
    if (!is_there(queue) || opened == 63) {
        SetLastError(ERROR_INVALID_PRINTER_NAME);
        return FALSE;
    }
    wcscpy(names[++opened], name);
    *handle = (HANDLE)(INT_PTR)opened;
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI ClosePrinter(HANDLE handle)
{
    (void)handle;
    return TRUE;
}

__declspec(dllexport) DWORD WINAPI StartDocPrinterW(HANDLE handle, DWORD level, LPBYTE info)
{
    int printer = (INT_PTR)handle, job = 1;
    DOC_INFO_1W *document = (DOC_INFO_1W *)info;
    (void)level;
    if (is_there(L"refuses") || wcscmp(document->pDatatype, L"RAW")) {
        SetLastError(ERROR_ACCESS_DENIED);
        return 0;
    }
    while (is_there(of_job(job, L"document"))) job++;
    write_text(of_job(job, L"queue"), names[printer]);
    write_text(of_job(job, L"title"), document->pDocName);
    documents[printer] = at(of_job(job, L"document"), L"wb");
    jobs_at[printer] = job;
    return job;
}

__declspec(dllexport) BOOL WINAPI StartPagePrinter(HANDLE handle)
{
    (void)handle;
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI EndPagePrinter(HANDLE handle)
{
    (void)handle;
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI WritePrinter(HANDLE handle, LPVOID bytes, DWORD size, LPDWORD written)
{
    BOOL full = is_there(L"full");
    *written = fwrite(bytes, 1, full ? size / 2 : size, documents[(INT_PTR)handle]);
    if (full) SetLastError(ERROR_DISK_FULL);
    return !full;
}

__declspec(dllexport) BOOL WINAPI EndDocPrinter(HANDLE handle)
{
    int printer = (INT_PTR)handle;
    DWORD last = GetLastError();
    fclose(documents[printer]);
    FILE *state = at(of_job(jobs_at[printer], L"state"), L"wb");
    fputs("0", state);
    fclose(state);
    SetLastError(last);
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI EnumJobsW(HANDLE handle, DWORD first, DWORD most, DWORD level, LPBYTE buffer,
                                            DWORD size, LPDWORD needed, LPDWORD count)
{
    int job, listed = 0;
    WCHAR queue[128], title[256];
    (void)first; (void)most; (void)level;
    *count = 0;
    *needed = 0;
    if (is_there(L"silent")) {
        SetLastError(RPC_S_SERVER_UNAVAILABLE);
        return FALSE;
    }
    for (job = 1; job < 100; job++)
        if (is_there(of_job(job, L"state"))) listed++;
    *needed = listed * (sizeof(JOB_INFO_1W) + 1024);
    if (size < *needed) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return FALSE;
    }
    JOB_INFO_1W *info = (JOB_INFO_1W *)buffer;
    DWORD used = listed * sizeof *info;
    for (job = 1; job < 100 && *count < (DWORD)listed; job++) {
        if (!is_there(of_job(job, L"state")) || !text(of_job(job, L"queue"), queue, 128)) continue;
        if (wcscmp(queue, names[(INT_PTR)handle])) continue;
        ZeroMemory(&info[*count], sizeof *info);
        text(of_job(job, L"title"), title, 256);
        info[*count].JobId = job;
        info[*count].pPrinterName = put(buffer, &used, queue);
        info[*count].pDocument = put(buffer, &used, title);
        info[*count].Status = number(of_job(job, L"state"));
        GetSystemTime(&info[*count].Submitted);
        ++*count;
    }
    return TRUE;
}

__declspec(dllexport) BOOL WINAPI SetJobW(HANDLE handle, DWORD job, DWORD level, LPBYTE info, DWORD command)
{
    WCHAR folder[MAX_PATH], path[MAX_PATH];
    (void)handle; (void)level; (void)info;
    GetEnvironmentVariableW(L"POSTROOM_SPOOLER_FOLDER", folder, MAX_PATH);
    swprintf(path, MAX_PATH, L"%ls\\%ls", folder, of_job(job, L"state"));
    if (command != JOB_CONTROL_DELETE || !DeleteFileW(path)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    return TRUE;
}
