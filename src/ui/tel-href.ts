/** The link to a formatted phone number: `+91 90000 00000`. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`
