/* postroom.com: the commands of Postroom in a console. postroom.exe is a program with a window, so Windows opens
 * no console beside it, but a shell neither waits for it nor shows what it prints. A shell that reads
 * `postroom` finds the ending .com first. This starts postroom.exe beside it with the same
 * arguments, shows what it prints, and ends with its code. Of a file or a pipe it hands on the handle;
 * only a console needs a pipe, because the other program has no console to write to. When this is ended, by
 * Ctrl+C too, the job takes the other program along.
 */
#define _WIN32_WINNT 0x0601
#include <windows.h>
#include <wchar.h>

struct copy {
    HANDLE from, to;
};

static DWORD WINAPI carry(void *given)
{
    struct copy *copy = given;
    char bytes[4096];
    DWORD count, written;
    while (ReadFile(copy->from, bytes, sizeof bytes, &count, NULL) && count > 0)
        for (DWORD at = 0; at < count; at += written)
            if (!WriteFile(copy->to, bytes + at, count - at, &written, NULL))
                return 1;
    return 0;
}

/* What the other program writes to: the handle itself, or the end of a pipe that is carried to the console. */
static HANDLE output(DWORD which, struct copy *copy, HANDLE *thread)
{
    HANDLE own = GetStdHandle(which), end = NULL;
    DWORD mode;
    *thread = NULL;
    if (own == INVALID_HANDLE_VALUE || own == NULL)
        return NULL;
    if (!GetConsoleMode(own, &mode)) {
        SetHandleInformation(own, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
        return own;
    }
    if (!CreatePipe(&copy->from, &end, NULL, 0))
        return NULL;
    SetHandleInformation(end, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    copy->to = own;
    *thread = CreateThread(NULL, 0, carry, copy, 0, NULL);
    return end;
}

/* The arguments as they were written: what follows the first word, which may be in quotation marks. */
static const wchar_t *arguments(void)
{
    const wchar_t *at = GetCommandLineW();
    int quoted = 0;
    for (; *at && (quoted || (*at != L' ' && *at != L'\t')); at++)
        if (*at == L'"')
            quoted = !quoted;
    return at;
}

int main(void)
{
    static wchar_t program[32768], line[65536];
    DWORD length = GetModuleFileNameW(NULL, program, 32760), code = 1;
    wchar_t *dot = wcsrchr(program, L'.');
    if (length == 0 || length >= 32760 || dot == NULL)
        return 1;
    wcscpy(dot, L".exe");
    const wchar_t *given = arguments();
    if (wcslen(given) >= 32760)
        return 1;
    wcscpy(line, L"\"");
    wcscat(line, program);
    wcscat(line, L"\"");
    wcscat(line, given);

    SetConsoleOutputCP(CP_UTF8);
    struct copy copies[2];
    HANDLE threads[2];
    STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    start.hStdOutput = output(STD_OUTPUT_HANDLE, &copies[0], &threads[0]);
    start.hStdError = output(STD_ERROR_HANDLE, &copies[1], &threads[1]);
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    if (start.hStdInput != NULL && start.hStdInput != INVALID_HANDLE_VALUE)
        SetHandleInformation(start.hStdInput, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);

    HANDLE job = CreateJobObjectW(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {0};
    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit);
    PROCESS_INFORMATION made;
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &start, &made)) {
        static const char sentence[] = "postroom.exe cannot be started\r\n";
        DWORD written;
        WriteFile(GetStdHandle(STD_ERROR_HANDLE), sentence, sizeof sentence - 1, &written, NULL);
        return 1;
    }
    AssignProcessToJobObject(job, made.hProcess);
    ResumeThread(made.hThread);
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &code);
    for (int i = 0; i < 2; i++)
        if (threads[i] != NULL) {
            CloseHandle(i == 0 ? start.hStdOutput : start.hStdError);
            WaitForSingleObject(threads[i], 2000);
        }
    return (int)code;
}
