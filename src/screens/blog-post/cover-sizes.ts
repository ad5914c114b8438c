/** Preload and picture must name the same sizes, or the browser fetches two files. */
export const COVER_SIZES = '(min-width: 84rem) 82rem, 96vw'
