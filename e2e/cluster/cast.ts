/** The super admin, who publishes what; and who views. */
export const [boss, bot, ann, ben] = ['ACME/super', 'ACME/bot', 'ACME/ann', 'ACME/ben'] as const;
