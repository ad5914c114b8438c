/** Whether it is worth asking: the session's own cookie is hidden from scripts, this one only says that there may be one. */
export const isSignedIn = () => /(^|; )(__Host-)?signed_in=1/.test(document.cookie)
