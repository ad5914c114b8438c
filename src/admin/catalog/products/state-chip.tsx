import { useFormat } from '#admin/parts/format.ts'
import type { ProductValues } from '#contract/admin/catalog/products.ts'
import { publicationStateOf } from '#contract/rules/product-schedule.ts'
import { Chip } from '#ui/chip.tsx'

type Props = {
  product: Pick<ProductValues, 'is_published' | 'publish_at' | 'unpublish_at' | 'archived_at'>
  /** With the time of a scheduled product. */
  isLong?: boolean
}

const looks = {
  published: ['good', 'Published'],
  scheduled: ['open', 'Scheduled'],
  draft: ['calm', 'Draft'],
  archived: ['calm', 'Archived'],
} as const

const held = ['bad', 'Not published'] as const

/** The time of publishing has passed by more than a job needs: a price of 0 keeps the product a draft. */
export const isOverdue = ({ is_published, publish_at }: Omit<Props['product'], 'unpublish_at'>) =>
  !is_published && publish_at !== null && Date.parse(publish_at) < Date.now() - 300_000

/** Whether shoppers see a product. */
export function StateChip({ product, isLong = false }: Props) {
  const { moment } = useFormat()
  const [tone, text] = isOverdue(product) ? held : looks[publicationStateOf(product)]
  return (
    <Chip tone={tone}>
      {isLong && product.publish_at ? `${text} for ${moment(product.publish_at)}` : text}
    </Chip>
  )
}
