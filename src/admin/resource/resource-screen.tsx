import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { type FieldOwner, FieldValues } from '#contract/custom-fields.ts'
import { callsOf } from '../api.ts'
import type { JsonSchema } from '../form/prepare-schema.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { LoadedPart } from '../parts/failure.tsx'
import { showMessage } from '../parts/messages.tsx'
import { RecordNotices, SaveBar } from '../parts/record-notices.tsx'
import { BackLink, RecordFailure, useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { type RecordEditor, useRecordEditor } from '../parts/use-record-editor.ts'
import { leaveUnsaved } from '../parts/use-unsaved-warning.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { FixedRecord } from './fixed-record.tsx'
import css from './resource.module.css'
import type { Resource, ResourceFormProps } from './resource.ts'

/** One component per form, so that it stays mounted. */
type Form = ComponentType<ResourceFormProps<never>>
const ownForms = new WeakMap<object, Form>()

function formOf({ form }: Resource): Form {
  if (!form) return SchemaForm
  const known = ownForms.get(form) ?? lazy(form)
  ownForms.set(form, known)
  return known
}

const CustomFields = lazy(() => import('../fields/custom-fields.tsx'))

type Values = Record<string, unknown>
type Saved = ResourceRecord<Values>
type Props = { resource: Resource }

/** The form of one record, or of a new one. Back office, "Shape of the API". */
export default function ResourceScreen({ resource }: Props) {
  const { id } = useParams()
  const record = useQuery({
    queryKey: queryKeys.record(resource.name, id),
    queryFn: async ({ signal }) => (await callsOf(resource.name).get({ id: Number(id) }, signal)).data,
    enabled: id !== undefined,
    // A later reading would replace what is being typed; a second editor is found when saving.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const schema = useQuery({
    queryKey: queryKeys.schema(resource.name),
    queryFn: async () => toFormSchema(await resource.values()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = record.error ?? schema.error
  if (error)
    return (
      <RecordFailure
        title={resource.label}
        error={error}
        to={`/${resource.name}`}
        all={`All ${resource.label.toLowerCase()}`}
      />
    )
  if (!schema.data || (id !== undefined && !record.data)) return <Waiting />
  if (record.data && resource.isFixed?.(record.data.values))
    return <FixedRecord resource={resource} schema={schema.data.schema} values={record.data.values} />
  return (
    <Editor
      key={id ?? 'new'}
      resource={resource}
      schema={schema.data.schema}
      record={record.data}
      empty={schema.data.empty}
    />
  )
}

/** The values that a link to a new record brings (`prefillWith`), as far as the record has such fields. */
function usePrefilled({ properties = {} }: JsonSchema): Values {
  const state: { prefill?: Values } | null = useLocation().state
  return Object.fromEntries(
    Object.entries(state?.prefill ?? {}).filter(([name]) => Object.hasOwn(properties, name)),
  )
}

type EditorProps = Props & {
  schema: JsonSchema
  record: Saved | undefined
  empty: Values
}

function Editor({ resource, schema, record, empty }: EditorProps) {
  const { name, one, label, nameOf, addressOf, writePermission, canDelete = true } = resource
  const prefilled = usePrefilled(schema)
  const { may, onSessionChange } = useSession()
  const navigate = useNavigate()
  const calls = callsOf(name)
  const canWrite = may(writePermission)
  const editor = useRecordEditor<Values, Saved>({
    name: `${name}/${record?.id ?? 'new'}`,
    record,
    valuesOf: ({ values }) => values,
    empty: { values: empty, prefilled },
    fields: Object.keys(schema.properties ?? {}),
    canWrite,
    write: (values, base) =>
      base ? calls.update({ id: base.id, version: base.version, values }) : calls.create({ values }),
    onSaved: () => resource.isInSession && onSessionChange(),
    onAdded: ({ id }) => navigate(`/${name}/${id}/show`, { replace: true }),
  })
  const { saved } = editor
  const title = saved ? nameOf(saved.values) || label : `New ${one}`
  useTitle(title)
  const Form = formOf(resource)
  const address = saved && addressOf?.(saved.values)

  return (
    <>
      <BackLink to={`/${name}`}>{label}</BackLink>
      <div className={screen.header}>
        <h1>{title}</h1>
        {address && <a href={address}>See it in the shop</a>}
      </div>
      <RecordNotices
        editor={editor}
        labelOf={(field) => schema.properties?.[field]?.title ?? field}
        hasSummary={!resource.form}
      />
      <form noValidate className={css.form} onSubmit={editor.submit}>
        <LoadedPart>
          <Form
            schema={schema}
            value={editor.values as never}
            onChange={editor.setValues}
            errors={editor.errors}
            readOnly={!canWrite}
            id={saved?.id}
          />
        </LoadedPart>
        <ResourceFields owner={resource.fieldsOf} editor={editor} />
        <SaveBar editor={editor} />
      </form>
      {saved && canWrite && canDelete && (
        <div className={screen.danger}>
          <ActionDialog
            label={`Delete this ${one}`}
            title={`Delete “${nameOf(saved.values)}”?`}
            submit="Delete"
            look="quiet"
            onSubmit={async () => {
              const { message } = await calls.remove({ id: saved.id, version: saved.version })
              leaveUnsaved()
              showMessage(message ?? 'Deleted')
              if (resource.isInSession) onSessionChange()
              navigate(`/${name}`)
            }}
          >
            <p>This cannot be undone.</p>
          </ActionDialog>
        </div>
      )}
    </>
  )
}

/** The custom fields of a resource that has such fields. */
function ResourceFields({
  owner,
  editor,
}: {
  owner: FieldOwner | undefined
  editor: RecordEditor<Values, Saved>
}) {
  const { values, errors, canWrite, change } = editor
  return (
    owner && (
      <LoadedPart>
        <CustomFields
          owner={owner}
          value={FieldValues.optional().parse(values.custom)}
          errors={errors}
          readOnly={!canWrite}
          onChange={(custom) => change({ custom })}
        />
      </LoadedPart>
    )
  )
}

/** The JSON Schema of the values, and the values of a new record: its defaults. */
function toFormSchema(values: z.ZodObject) {
  const schema = z.toJSONSchema(values, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const empty = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      'default' in property ? [[name, property.default]] : [],
    ),
  )
  return { schema, empty }
}
