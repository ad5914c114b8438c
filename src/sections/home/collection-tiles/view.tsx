import type { SectionProps } from '#sections/section.ts'
import CategoryTiles from '../category-tiles/view.tsx'
import type { settings } from './schema.ts'

/** Collections look like categories. */
export default function CollectionTiles(props: SectionProps<typeof settings>) {
  return <CategoryTiles {...props} />
}
