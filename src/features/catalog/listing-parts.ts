import { latePart } from '#client/late-part.tsx'

// What the first paint of a listing has from the server: its code comes later.
const late = async () => (await import('./listing-late-parts.ts')).lateParts

export const AppliedFilters = latePart(async () => (await late()).AppliedFilters)
export const FilterForm = latePart(async () => (await late()).FilterForm)
export const GridSize = latePart(async () => (await late()).GridSize)
export const LoadMore = latePart(async () => (await late()).LoadMore)
export const NothingFound = latePart(async () => (await late()).NothingFound)

export const listingParts = [AppliedFilters, FilterForm, GridSize, LoadMore, NothingFound]
