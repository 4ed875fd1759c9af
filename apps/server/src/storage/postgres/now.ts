/** The database's own clock, epoch ms. */
export const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
