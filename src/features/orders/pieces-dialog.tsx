import { type ComponentProps, type ReactNode, type SubmitEvent, useId } from 'react'
import type { Reply } from '#contract/envelope.ts'
import { amountToAccept } from '#contract/rules/promotions/named-discounts.ts'
import { DialogMessages } from '#features/session/dialog-messages.tsx'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PiecePicker } from './piece-picker.tsx'
import css from './pieces-dialog.module.css'

type Props = Omit<ComponentProps<typeof PiecePicker>, 'error'> & {
  title: string
  /** Errors of the selection, or of the whole request. */
  errors: { items?: string; all?: string }
  /** What the rest loses; the next press accepts it. */
  warning: string | undefined
  /** Shown below the selection. */
  children?: ReactNode
  /** The consequences of the action. */
  note: ReactNode
  /** Labels of the two buttons: keeping everything, and the action. */
  keep: string
  action: string
  isBusy: boolean
  onSubmit: (form: HTMLFormElement) => void
  onClose: () => void
}

/** A dialog that selects pieces of an order for an action: cancellation, return. Spec §4: order dialogs. */
export function PiecesDialog(props: Props) {
  const { title, errors, warning, children, note, keep, action, isBusy, onSubmit, onClose, ...choice } = props
  const id = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <div className={css.foot}>
          <Button look="secondary" onClick={onClose}>
            {keep}
          </Button>
          <Button type="submit" form={id} isBusy={isBusy}>
            {action}
          </Button>
        </div>
      }
    >
      <form
        id={id}
        className={css.form}
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
      >
        {errors.all && (
          <Callout tone="error" isAlert>
            <p>{errors.all}</p>
          </Callout>
        )}
        {choice.items.length > 0 && <PiecePicker {...choice} error={errors.items} />}
        {children}
        {warning ? (
          <Callout tone="warning" isAlert>
            <p>{warning}</p>
          </Callout>
        ) : (
          <p className="note">{note}</p>
        )}
      </form>
      <DialogMessages />
    </Dialog>
  )
}

/** What the rest of the order loses by a request, and the amount that follows. */
export type Loss = { message: string; amount: number }

export function lossOf(reply: Reply<unknown>): Loss | undefined {
  const amount = reply.status === 'error' ? amountToAccept(reply) : undefined
  return amount === undefined || !reply.message ? undefined : { message: reply.message, amount }
}
