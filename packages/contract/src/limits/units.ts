/** Durations in ms, sizes in bytes. */
export const ms = 1;
export const s = 1000 * ms;
export const minute = 60 * s;
export const hour = 60 * minute;
export const KiB = 1024;
export const MiB = 1024 * KiB;
