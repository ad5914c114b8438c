import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { ApiError } from '../api.ts'
import { Differences } from './differences.tsx'
import { screenStyles as screen } from './styles.ts'
import type { RecordEditor } from './use-record-editor.ts'

type Props<Values extends object, Saved extends { version: string }> = {
  editor: RecordEditor<Values, Saved>
  labelOf: (field: string) => string
  /** What is compared with another version, where the values do not say it in words. */
  inWords?: (values: Values) => object
  /** The form lists the errors of its fields itself. */
  hasSummary?: boolean
  /** Below the failure: errors that have no field. */
  children?: ReactNode
}

/** What a record's form says above its fields: restored text, another editor's version, and why it was not saved. */
export function RecordNotices<Values extends object, Saved extends { version: string }>({
  editor: { values, failure, errors, stale, isBusy, discard },
  labelOf,
  inWords = (all) => all,
  hasSummary = false,
  children,
}: Props<Values, Saved>) {
  return (
    <>
      <Restored discard={discard} />
      {failure && stale && (
        <StaleNotice refusal={failure} isBusy={isBusy} onTake={stale.take} onKeep={stale.keepMine}>
          <Differences mine={inWords(values)} theirs={inWords(stale.values)} labelOf={labelOf} />
        </StaleNotice>
      )}
      {failure && !stale && !(Object.keys(errors).length > 0 && hasSummary) && (
        <Refusal of={failure}>{children}</Refusal>
      )}
    </>
  )
}

/** Why a form was not accepted, above its fields. `children`: errors that have no field. */
export const Refusal = ({ of, children }: { of: ApiError; children?: ReactNode }) => (
  <Notice of={of} className={screen.failure}>
    <Reason of={of} isComplete={!children} />
    {children}
  </Notice>
)

/**
 * Leads to the first marked field of the form around it, or of the page. Errors without a marked field are said in full when nothing
 * else says them (`isComplete`).
 */
export function Reason({
  of: { message, errors },
  isComplete = true,
}: {
  of: ApiError
  isComplete?: boolean
}) {
  const text = useRef<HTMLParagraphElement>(null)
  const [isMarked, setMarked] = useState(false)
  const findMarked = () =>
    (text.current?.closest('form') ?? document).querySelector<HTMLElement>('form [aria-invalid="true"]')
  useLayoutEffect(() => setMarked(Object.keys(errors).length > 0 && findMarked() !== null), [errors])
  if (!isMarked) return <p ref={text}>{(isComplete && Object.values(errors).flat().join(' ')) || message}</p>
  return (
    <p ref={text}>
      Please check the marked fields.{' '}
      <Button
        look="quiet"
        onClick={() => {
          const field = findMarked()
          if (field) revealField(field)
        }}
      >
        Go to the first one
      </Button>
    </p>
  )
}

/** Opens what hides a field, then focuses it. */
export function revealField(field: HTMLElement) {
  for (let at = field.parentElement; at; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  field.scrollIntoView({ block: 'center' })
  field.focus()
}

type StaleProps = {
  refusal: ApiError
  isBusy?: boolean
  /** It comes while someone types, and must not take the focus. */
  isInterruption?: boolean
  className?: string | undefined
  onTake: () => void
  onKeep: () => void
  /** What differs. */
  children: ReactNode
}

/** Another editor has saved first: shows what differs, and asks which version goes on. */
export const StaleNotice = ({
  refusal,
  isBusy = false,
  isInterruption = false,
  className = screen.notice,
  onTake,
  onKeep,
  children,
}: StaleProps) => (
  <Notice of={isInterruption ? undefined : refusal} className={className}>
    <p>{refusal.message} Your changes are not saved yet.</p>
    {children}
    <div className={screen.buttons}>
      <Button look="secondary" onClick={onTake}>
        Take the other version
      </Button>
      <Button isBusy={isBusy} onClick={onKeep}>
        Save mine
      </Button>
    </div>
  </Notice>
)

type NoticeProps = { of: ApiError | undefined; className: string | undefined; children: ReactNode }

/** The button that was pressed may be far from it: for each new refusal it comes into view and takes the focus. */
function Notice({ of, className, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!of) return
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [of])
  return (
    <div ref={box} role="alert" className={className} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Says that the form shows changes that were not saved before the page was loaded again. */
const Restored = ({ discard }: { discard: (() => void) | undefined }) => (
  <div role="status">
    {discard && (
      <div className={screen.notice}>
        <p>Your unsaved changes are back. They are not saved yet.</p>
        <div className={screen.buttons}>
          <Button look="secondary" onClick={discard}>
            Discard them
          </Button>
        </div>
      </div>
    )}
  </div>
)

/** The bar below a record's form. A new record may be saved as it is. */
export function SaveBar<Values extends object, Saved extends { version: string }>({
  editor: { isDirty, isBusy, canWrite, saved, revert },
  children,
}: {
  editor: RecordEditor<Values, Saved>
  /** Before the buttons. */
  children?: ReactNode
}) {
  if (!canWrite) return null
  return (
    <div className={screen.bar}>
      {children}
      <span role="status">{isDirty ? 'Not saved yet' : ''}</span>
      {revert && (
        <Button look="quiet" onClick={revert}>
          Revert
        </Button>
      )}
      <Button type="submit" isBusy={isBusy} disabled={!isDirty && saved !== undefined}>
        Save
      </Button>
    </div>
  )
}
