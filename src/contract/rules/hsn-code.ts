/** A code of the Harmonized System of tariffs, 4 to 8 digits; India's HSN codes are such codes. */
export const hsnCode = /^[0-9]{4,8}$/
