/** The bits of the `fdflags` word. */
export const fdFlag = { APPEND: 1, DSYNC: 2, NONBLOCK: 4, RSYNC: 8, SYNC: 16 } as const;

/** The bits that make writes reach the disk before they return. */
export const syncFlags: number = fdFlag.DSYNC | fdFlag.RSYNC | fdFlag.SYNC;

/** Every bit there is. */
export const allFdFlags: number = fdFlag.APPEND | fdFlag.NONBLOCK | syncFlags;
