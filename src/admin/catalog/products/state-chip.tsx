import { useFormat } from '#admin/parts/format.ts'
import { publicationStateOf } from '#contract/rules/product-schedule.ts'
import { Chip } from '#ui/chip.tsx'

type Props = {
  product: { is_published: boolean; publish_at: string | null; unpublish_at: string | null }
  /** With the time of a scheduled product. */
  isLong?: boolean
}

const looks = {
  published: ['good', 'Published'],
  scheduled: ['open', 'Scheduled'],
  draft: ['calm', 'Draft'],
} as const

/** Whether shoppers see a product. */
export function StateChip({ product, isLong = false }: Props) {
  const { moment } = useFormat()
  const [tone, text] = looks[publicationStateOf(product)]
  return (
    <Chip tone={tone}>
      {isLong && product.publish_at ? `${text} for ${moment(product.publish_at)}` : text}
    </Chip>
  )
}
