import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '../api.ts'
import type { JsonSchema } from '../form/prepare-schema.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { RecordNotices, SaveBar } from '../parts/record-notices.tsx'
import { Waiting } from '../parts/screen-frame.tsx'
import { useRecordEditor } from '../parts/use-record-editor.ts'
import css from './settings.module.css'

type Values = Record<string, unknown>
export type Saved = { version: string; values: Values; schema: JsonSchema; warnings?: string[] }

type Props<Read extends Saved> = {
  /** Of the cached record. */
  queryKey: readonly string[]
  read: (signal: AbortSignal) => Promise<Answer<Read>>
  save: (change: { version: string; values: Values }) => Promise<Answer<Read>>
  canWrite: boolean
  onSaved?: (saved: Read) => void
  /** Above the form, such as a switch or an upload, with the values that the form shows. */
  extra?: (state: { values: Values; saved: Read; setValues: (values: Values) => void }) => ReactNode
}

/** A record whose form is generated from the schema that the server sends with it. */
export function RecordForm<Read extends Saved>(props: Props<Read>) {
  const { queryKey, read } = props
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await read(signal)).data,
    // A later reading would replace what is being typed; another editor is found when saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  return <Editor key={queryKey.join('/')} {...props} record={data} />
}

function Editor<Read extends Saved>(props: Props<Read> & { record: Read }) {
  const { record, queryKey, save, canWrite, onSaved, extra } = props
  const client = useQueryClient()
  const [query] = useSearchParams()
  const fieldsOf = ({ schema }: Saved) => schema.properties ?? {}
  const editor = useRecordEditor<Values, Read>({
    name: queryKey.join('/'),
    record,
    valuesOf: ({ values }) => values,
    fields: Object.keys(fieldsOf(record)),
    canWrite,
    write: (values, base = record) => save({ version: base.version, values }),
    onSaved: (saved) => {
      client.setQueryData(queryKey, saved)
      onSaved?.(saved)
    },
  })
  const { values, setValues, saved = record, errors } = editor

  return (
    <form noValidate className={css.form} onSubmit={editor.submit}>
      <RecordNotices editor={editor} labelOf={(field) => fieldsOf(saved)[field]?.title ?? field} hasSummary />
      {(saved.warnings?.length ?? 0) > 0 && (
        <section className={css.warnings} aria-label="Warnings">
          <ul>
            {saved.warnings?.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      {extra?.({ values, saved, setValues })}
      <SchemaForm
        schema={saved.schema}
        value={values}
        onChange={setValues}
        errors={errors}
        readOnly={!canWrite}
        startsAt={query.get('field') ?? undefined}
      />
      <SaveBar editor={editor} />
    </form>
  )
}
