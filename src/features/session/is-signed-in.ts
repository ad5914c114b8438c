/** Whether there may be a session: the session's own cookie is hidden from scripts, this one only hints at it. */
export const isSignedIn = () => /(^|; )(__Host-)?signed_in=1/.test(document.cookie)

/** The same for a member of staff. */
export const mayBeStaff = () => /(^|; )(__Host-)?staff=1/.test(document.cookie)
