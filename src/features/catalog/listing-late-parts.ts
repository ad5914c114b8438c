import { AppliedFilters } from './applied-filters.tsx'
import { FilterForm } from './filter-form.tsx'
import { GridSize } from './grid-size.tsx'
import { LoadMore } from './load-more.tsx'
import { NothingFound } from './nothing-found.tsx'

/** One chunk, so that one request brings them all. */
export const lateParts = { AppliedFilters, FilterForm, GridSize, LoadMore, NothingFound }
