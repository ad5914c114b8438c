/** The address of a phone number as it is written: `+91 90000 00000`. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`
