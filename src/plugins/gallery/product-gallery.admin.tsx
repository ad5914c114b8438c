import { z } from 'zod'
import type { ProductPanelProps } from '#admin/admin-plugin.ts'
import { api } from '#admin/api.ts'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { RecordNotices } from '#admin/parts/record-notices.tsx'
import { Waiting } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { useRecordEditor } from '#admin/parts/use-record-editor.ts'
import { useAnswer } from '#admin/query-keys.ts'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { ProductGalleryValues } from './admin-contract.ts'

type Saved = ResourceRecord<ProductGalleryValues>

const schema = z.toJSONSchema(ProductGalleryValues, { io: 'input' })

/** The pictures of a product that its page shows below the details. */
export default function ProductGallery(props: ProductPanelProps) {
  const { productId } = props
  const { data, error } = useAnswer(
    ['product gallery', productId],
    (signal) => api.adminProductGalleries.get({ id: productId }, signal),
    {
      // A later reading would replace what is being edited; a second editor is found when saving.
      refetchOnWindowFocus: false,
      gcTime: 0,
    },
  )
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

function Pictures({ productId, record, isReadOnly, onUnsaved }: ProductPanelProps & { record: Saved }) {
  const editor = useRecordEditor<ProductGalleryValues, Saved>({
    name: `products/${productId}/gallery`,
    record,
    valuesOf: ({ values }) => values,
    canWrite: !isReadOnly,
    write: (values, { id, version } = record) => api.adminProductGalleries.update({ id, version, values }),
    onUnsaved,
  })
  return (
    <>
      <RecordNotices editor={editor} labelOf={() => 'Further pictures'} inWords={namesOf} />
      <SchemaForm
        schema={schema}
        value={editor.values}
        onChange={editor.setValues}
        errors={editor.errors}
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
