/** The path and the query of an address, without its fragment: what identifies a page. */
export const pathOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => pathname + search
