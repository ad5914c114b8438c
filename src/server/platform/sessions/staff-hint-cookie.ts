import type { CookieToSet } from '../kernel/context.ts'

/**
 * Tells client code that the visitor may be staff, so that it asks for the link to the back office. It proves nothing; set it together
 * with the cookie of a staff session, and delete it with null.
 */
export const staffHintCookie = (isStaff: true | null): CookieToSet => ({
  name: 'staff',
  value: isStaff ? '1' : '',
  isHostOnly: true,
  ...(!isStaff && { maxAgeSeconds: 0 }),
})
