import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import '#admin/form/zod-without-eval.ts'
import type { ProductPanelProps } from '#admin/admin-plugin.ts'
import { ApiError, api } from '#admin/api.ts'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { Differences } from '#admin/parts/differences.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { screenStyles as screen } from '#admin/parts/screen-styles.ts'
import { Waiting } from '#admin/parts/waiting.tsx'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { Button } from '#ui/button.tsx'
import { ProductGalleryValues } from './admin-contract.ts'

type Saved = ResourceRecord<ProductGalleryValues>

const schema = z.toJSONSchema(ProductGalleryValues, { io: 'input' })

/** The pictures of a product that its page shows below the details. */
export default function ProductGallery(props: ProductPanelProps) {
  const { productId } = props
  const { data, error } = useQuery({
    queryKey: ['product gallery', productId],
    queryFn: async ({ signal }) => (await api.adminProductGalleries.get({ id: productId }, signal)).data,
    // A later reading would replace what is being edited; a second editor is found when saving.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  return (
    <section className={screen.card} aria-label="Further pictures">
      {error ? (
        <p role="alert">{error.message}</p>
      ) : data ? (
        <Pictures record={data} {...props} />
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function Pictures({ record, isReadOnly, onUnsaved }: ProductPanelProps & { record: Saved }) {
  const [saved, setSaved] = useState(record)
  const [values, setValues] = useState(record.values)
  const [failure, setFailure] = useState<ApiError>()
  const stale = failure?.code === 'STALE_RECORD' ? (failure.data as Saved) : undefined
  const errors = useMemo(() => errorsOf(failure), [failure])
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved.values)
  useEffect(() => onUnsaved(isDirty ? () => save() : undefined))

  function take(next: Saved) {
    setSaved(next)
    setValues(next.values)
    setFailure(undefined)
  }
  async function save({ id, version } = saved): Promise<boolean> {
    try {
      const { data, message } = await api.adminProductGalleries.update({ id, version, values })
      take(data)
      if (message) showMessage(message)
      return true
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setFailure(refused)
      // The button is at the end of the page, which may be far from the card.
      showMessage(refused.message, 'bad')
      return false
    }
  }

  return (
    <>
      {stale && (
        <div role="alert" className={screen.notice}>
          <p>{failure?.message}</p>
          <Differences
            mine={namesOf(values)}
            theirs={namesOf(stale.values)}
            labelOf={() => 'Further pictures'}
          />
          <div className={screen.buttons}>
            <Button look="secondary" onClick={() => take(stale)}>
              Take the other version
            </Button>
            <Button onClick={() => void save(stale)}>Save mine</Button>
          </div>
        </div>
      )}
      {failure && !stale && (
        <p role="alert" className={screen.failure}>
          {Object.keys(errors).length > 0 ? 'Please check the marked pictures.' : failure.message}
        </p>
      )}
      <SchemaForm
        schema={schema as never}
        value={values}
        onChange={(next) => setValues(next as ProductGalleryValues)}
        errors={errors}
        readOnly={isReadOnly}
        keepsFocus
      />
    </>
  )
}

/** The pictures in their order, as a comparison shows them. */
const namesOf = ({ pictures }: ProductGalleryValues) => ({
  pictures: pictures.map(({ path, alt }) => alt || path).join(', '),
})

/** The errors by field of the form: the contract names them below `values`. */
const errorsOf = (failure: ApiError | undefined) =>
  Object.fromEntries(
    Object.entries(failure?.errors ?? {}).map(([path, texts]) => [path.replace(/^values\./, ''), texts]),
  )
