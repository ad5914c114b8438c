import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type Answer, ApiError } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { Differences } from '../parts/differences.tsx'
import { showMessage } from '../parts/messages.tsx'
import { Restored } from '../parts/restored.tsx'
import { screenStyles as screen } from '../parts/screen-styles.ts'
import { useKeptText } from '../parts/use-kept-text.ts'
import { useSaveShortcut } from '../parts/use-save-shortcut.ts'
import { Waiting } from '../parts/waiting.tsx'
import css from './settings.module.css'

type Values = Record<string, unknown>
export type Saved = { version: string; values: Values; schema: Values; warnings?: string[] }
type Schema = { properties?: Record<string, { title?: string }> }

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
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await read(signal)).data,
    // A later reading would replace what is being typed; another editor is found when saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return <Editor key={queryKey.join('/')} {...props} record={data} />
}

function Editor<Read extends Saved>(props: Props<Read> & { record: Read }) {
  const { record, queryKey, save, canWrite, onSaved, extra } = props
  const client = useQueryClient()
  const [saved, setSaved] = useState(record)
  const [values, setValues] = useState<Values>(record.values)
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved.values)
  const { discard } = useKeptText({
    form: queryKey.join('/'),
    isDirty,
    values,
    fields: Object.keys((saved.schema as Schema).properties ?? {}),
    version: saved.version,
    show(next, version) {
      setValues(next)
      if (version !== undefined) setSaved({ ...saved, version })
    },
  })
  useSaveShortcut(() => void store())
  const stale = failure?.code === 'STALE_RECORD' ? (failure.data as Read) : undefined

  function show(next: Read) {
    setSaved(next)
    setValues(next.values)
    setFailure(undefined)
    client.setQueryData(queryKey, next)
  }

  async function store(base: Read = saved) {
    if (isBusy || !canWrite) return
    setBusy(true)
    try {
      const { data, message } = await save({ version: base.version, values })
      show(data)
      showMessage(message ?? 'Saved')
      onSaved?.(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void store()
      }}
    >
      <Restored discard={discard} />
      {stale && (
        <section role="alert" className={screen.notice}>
          <p>{failure?.message}</p>
          <Differences
            mine={values}
            theirs={stale.values}
            labelOf={(field) => (saved.schema as Schema).properties?.[field]?.title ?? field}
          />
          <div className={screen.buttons}>
            <Button look="secondary" onClick={() => show(stale)}>
              Take the other version
            </Button>
            <Button onClick={() => void store(stale)}>Save mine</Button>
          </div>
        </section>
      )}
      {failure && !stale && Object.keys(failure.errors).length === 0 && (
        <p role="alert" className={screen.failure}>
          {failure.message}
        </p>
      )}
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
        onChange={(next) => setValues(next as Values)}
        errors={failure && !stale ? failure.errors : undefined}
        readOnly={!canWrite}
      />
      {canWrite && (
        <div className={screen.bar}>
          <span role="status">{isDirty ? 'Not saved yet' : ''}</span>
          {isDirty && (
            <Button look="quiet" onClick={() => setValues(saved.values)}>
              Revert
            </Button>
          )}
          <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}
