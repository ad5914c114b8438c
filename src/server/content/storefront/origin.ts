/** The shop's origin, such as `https://shop.example.com`. */
export const originOf = ({ storeUrl }: { storeUrl: string }) => new URL(storeUrl).origin
