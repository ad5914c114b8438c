/** Attributes of a cookie of this site's scripts: for the whole shop, and over https only where the shop is https. */
export const cookieAttributes = (maxAgeSeconds: number): string =>
  `;path=/;max-age=${maxAgeSeconds};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`
