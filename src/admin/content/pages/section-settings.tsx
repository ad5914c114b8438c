import { useMemo, useState } from 'react'
import type { SchemaFormProps } from '#admin/form/prepare-schema.ts'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { LoadedPart } from '#admin/parts/failure.tsx'
import type { SectionType } from '#contract/admin/content/pages.ts'
import type { EditorSection } from './editor-content.ts'
import css from './page-editor.module.css'
import { ScheduleFields } from './schedule-fields.tsx'

type Change = Partial<Pick<EditorSection, 'settings' | 'is_visible' | 'starts_at' | 'ends_at'>>
type Props = {
  section: EditorSection
  /** Undefined when its plugin is gone. */
  type: SectionType | undefined
  layout: Record<string, unknown>
  errors: Record<string, string[]>
  isReadOnly: boolean
  /** `about` names what is edited, so that typing in one field is one step of undo. */
  onChange: (change: Change, about: string) => void
}

/** The form of the selected section, generated from its schema, with layout and schedule. */
export function SectionSettings({ section, type, layout, errors, isReadOnly, onChange }: Props) {
  const { settings } = section
  const own = useMemo(() => valuesOf(settings, type), [settings, type])
  if (!type)
    return (
      <>
        <h2>{section.component}</h2>
        <p>
          This section belongs to a plugin that is not installed. Visitors do not see it; you can remove it.
        </p>
      </>
    )
  const layoutErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([path, messages]) =>
      path.startsWith('layout.') ? [[path.slice('layout.'.length), messages]] : [],
    ),
  )
  return (
    <>
      <h2>{type.label}</h2>
      {type.help && <p className={css.help}>{type.help}</p>}
      <LoadedPart>
        <SchemaForm
          keepsFocus
          schema={type.fields}
          value={own}
          errors={errors}
          readOnly={isReadOnly}
          onChange={(next) =>
            onChange({ settings: { ...othersOf(settings, type), ...next } }, changedName(own, next))
          }
        />
        <LayoutSettings
          schema={layout}
          value={settings.layout ?? {}}
          errors={layoutErrors}
          readOnly={isReadOnly}
          onChange={(next) => onChange({ settings: { ...settings, layout: next } }, 'layout')}
        />
      </LoadedPart>
      <details className={css.group} open={Boolean(section.starts_at ?? section.ends_at ?? errors.ends_at)}>
        <summary>Visibility</summary>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={section.is_visible}
            disabled={isReadOnly}
            onChange={(event) => onChange({ is_visible: event.target.checked }, 'visible')}
          />
          Shown on the page
        </label>
        <ScheduleFields
          times={section}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={(times) => onChange(times, 'schedule')}
        />
      </details>
    </>
  )
}

/** Closed until it is opened or has an error. A closed one renders no fields, which every keystroke would render again. */
function LayoutSettings(props: SchemaFormProps<unknown>) {
  const hasErrors = Object.keys(props.errors ?? {}).length > 0
  const [isOpen, setOpen] = useState(hasErrors)
  return (
    <details
      className={css.group}
      open={isOpen || hasErrors}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Layout</summary>
      {(isOpen || hasErrors) && <SchemaForm {...props} keepsFocus />}
    </details>
  )
}

const namesOf = ({ fields }: SectionType) => Object.keys(fields.properties ?? {})

/** The settings that the form shows. */
const valuesOf = (settings: Record<string, unknown>, type: SectionType | undefined) =>
  type
    ? Object.fromEntries(Object.entries(settings).filter(([name]) => namesOf(type).includes(name)))
    : settings

/** The settings that it does not show, such as the layout. */
const othersOf = (settings: Record<string, unknown>, type: SectionType) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !namesOf(type).includes(name)))

/** The first setting that differs. */
function changedName(before: Record<string, unknown>, next: Record<string, unknown>): string {
  return Object.keys(next).find((name) => JSON.stringify(next[name]) !== JSON.stringify(before[name])) ?? ''
}
