import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Answer, ApiError } from '../api.ts'
import { isSame, keepTyped } from './keep-typed.ts'
import { showMessage } from './messages.tsx'
import { useSaveShortcut } from './unsaved-changes.ts'
import { useStoredText } from './use-stored-text.ts'
import { leaveUnsaved } from './use-unsaved-warning.ts'

type Options<Values extends object, Saved extends { version: string }> = {
  /** Names the record for text that outlives a reload: `brands/7`. */
  name: string
  /** As it was read; undefined for a new one. A later reading is shown while nothing is changed. */
  record: Saved | undefined
  valuesOf: (record: Saved) => Values
  /** The values of a new record, and those that its form begins with. */
  empty?: { values: Values; prefilled?: Partial<Values> }
  /** That the form knows; by default those of the values. */
  fields?: readonly string[]
  canWrite: boolean
  /** What is typed can be read. */
  isReadable?: () => boolean
  /** Without a base the record is new. */
  write: (values: Values, base: Saved | undefined) => Promise<Answer<Saved>>
  onSaved?: (saved: Saved) => void
  /** Opens a record that was added. */
  onAdded?: (saved: Saved) => void
  /** Cards with records of their own, which are saved after this one. */
  cards?: { isDirty: boolean; save: () => Promise<void> }
  /** Such a card itself: the button and the shortcut of the other editor save it. `onUnsaved` is called after every render. */
  onUnsaved?: ((save: (() => Promise<boolean>) | undefined) => void) | undefined
}

/** The state of one record's form: what is typed, what is stored, and what another editor has stored in between. */
export type RecordEditor<Values extends object, Saved extends { version: string }> = ReturnType<
  typeof useRecordEditor<Values, Saved>
>

/**
 * Edits one record: asks before unsaved values are left, keeps them over a reload and the end of the session (ADR 0043), saves by button
 * and Ctrl+S, and offers both versions when another editor has saved first.
 */
export function useRecordEditor<Values extends object, Saved extends { version: string }>(
  options: Options<Values, Saved>,
) {
  const { valuesOf, canWrite, write, cards, onUnsaved } = options
  const { saved, setSaved, values, setValues, isDirty, failure, setFailure, show } = useRecordState(options)
  const [isBusy, setBusy] = useState(false)
  const stale = failure?.stale<Saved>()

  const discard = useStoredText({
    form: options.name,
    isDirty,
    values,
    fields: options.fields ?? Object.keys(values),
    version: saved?.version,
    show(next, version) {
      setValues(next)
      setFailure(undefined)
      if (saved && version !== undefined) setSaved({ ...saved, version })
    },
  })

  /** @param base the version that is replaced. @returns whether all is saved. */
  async function save(base = saved): Promise<boolean> {
    if (isBusy || !canWrite || options.isReadable?.() === false) return false
    setBusy(true)
    try {
      if (isDirty || !cards?.isDirty || base !== saved) {
        const { data, message } = await write(values, base)
        setFailure(undefined)
        showMessage(message ?? 'Saved')
        options.onSaved?.(data)
        if (!base && options.onAdded) {
          leaveUnsaved()
          options.onAdded(data)
          return true
        }
        setSaved(data)
        // Text typed during the save stays.
        setValues((now) => keepTyped(values, now, valuesOf(data)))
      }
      await cards?.save()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  useSaveShortcut(() => {
    if (!onUnsaved) void save()
  })
  const reportUnsaved = useEffectEvent(() => onUnsaved?.(isDirty ? () => save() : undefined))
  useEffect(() => reportUnsaved())

  return {
    values,
    setValues,
    change: (part: Partial<Values>) => setValues((present) => ({ ...present, ...part })),
    saved,
    isDirty: isDirty || cards?.isDirty === true,
    isBusy,
    canWrite,
    failure,
    /** By field. */
    errors: useMemo(() => errorsOf(failure), [failure]),
    /** What another editor has stored. */
    stale: stale && { values: valuesOf(stale), take: () => show(stale), keepMine: () => void save(stale) },
    /** Of its form. */
    submit(event: FormEvent) {
      event.preventDefault()
      void save()
    },
    /** Back to what is stored; undefined while there is nothing to go back to. */
    revert: saved && isDirty ? () => show(saved) : undefined,
    discard,
  }
}

/** What is stored and what is typed. A later reading of the record is shown while nothing is changed. */
function useRecordState<Values extends object, Saved extends { version: string }>(
  options: Options<Values, Saved>,
) {
  const { name, record, valuesOf, empty } = options
  const [saved, setSaved] = useState(record)
  const initial = saved ? valuesOf(saved) : empty?.values
  if (!initial) throw new Error(`${name} has neither a record nor empty values`)
  const [values, setValues] = useState<Values>({ ...initial, ...(saved ? {} : empty?.prefilled) })
  const [failure, setFailure] = useState<ApiError>()
  const isDirty = useMemo(() => !isSame(values, initial), [values, initial])

  const [seen, setSeen] = useState(record)
  if (record && record !== seen) {
    setSeen(record)
    // What is typed stays; another writer of the same values, such as a new file of a picture, is none to ask about.
    if (record.version !== saved?.version && isDirty && isSame(valuesOf(record), initial)) setSaved(record)
    else if (record.version !== saved?.version && !isDirty) show(record)
  }
  function show(next: Saved) {
    setSaved(next)
    setValues(valuesOf(next))
    setFailure(undefined)
  }
  return { saved, setSaved, values, setValues, isDirty, failure, setFailure, show }
}

/** The contract names the fields of a record below `values`. */
const errorsOf = (failure: ApiError | undefined): Record<string, string[]> =>
  failure?.code === 'STALE_RECORD'
    ? {}
    : Object.fromEntries(
        Object.entries(failure?.errors ?? {}).map(([path, texts]) => [path.replace(/^values\./, ''), texts]),
      )

/** A function that stays the same and does what the latest one does, so that a part of a large form is rendered only when it changes. */
export function useStable<Arguments extends unknown[], Result>(run: (...args: Arguments) => Result) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useRef((...args: Arguments) => latest.current(...args)).current
}
