import fc from 'fast-check';

/**
 * Property tests try the same values in every run, so that a run can be repeated and a failure is one of the change at
 * hand. The long tests try new ones (SHEETWIRE_SOAK).
 */
if (process.env.SHEETWIRE_SOAK === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 });
