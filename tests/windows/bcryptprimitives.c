/* Random bytes for programs of Rust under a Wine that lacks bcryptprimitives.dll (before 8.7
 * or so). Windows has the real one. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T count)
{
    while (count) {
        ULONG piece = count > 0x10000 ? 0x10000 : (ULONG)count;
        if (!SystemFunction036(to, piece)) return FALSE;
        to += piece;
        count -= piece;
    }
    return TRUE;
}
