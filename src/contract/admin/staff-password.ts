/** The shop's rule for staff passwords; customers may have shorter ones. */
export const staffPasswordMinLength = 12
