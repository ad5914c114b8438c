import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError } from '../api.ts'
import { DialogHost } from './dialog-host.tsx'
import css from './parts.module.css'
import { Reason } from './record-notices.tsx'

type Props = {
  /** The text of the button that opens it. */
  label: ReactNode
  title: string
  submit: string
  look?: 'primary' | 'secondary' | 'quiet'
  children?: ReactNode | ((errors: Record<string, string[]>) => ReactNode)
  /** Runs the action with the form, which `readEntries` reads. The dialog closes when it succeeds, and shows the refusal otherwise. */
  onSubmit: (form: HTMLFormElement) => Promise<unknown>
  /** Called with every refusal, before it is shown. */
  onRefused?: (error: ApiError) => void
  /** Called when it is closed without a success. */
  onClose?: () => void
}

/** A button that asks for confirmation, or for the entries of an action, before it runs. */
export function ActionDialog({ label, title, submit, look, children, onSubmit, onRefused, onClose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const live = { title, submit, children }
  // The action may change what the button does next, such as from “Block” to “Unblock”: the dialog keeps its text until it is gone.
  const [held, setHeld] = useState(live)
  const open = (next: boolean) => {
    setFailure(undefined)
    setOpen(next)
    if (!next && !isBusy) setHeld(live)
  }

  async function run(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setHeld(live)
    try {
      await onSubmit(event.currentTarget)
      open(false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onRefused?.(error)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const errors = failure?.errors ?? {}
  const { title: heading, submit: verb, children: content } = isOpen && !isBusy ? live : held
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => {
        open(next)
        if (!next) onClose?.()
      }}
    >
      <Dialog.Trigger render={<Button {...(look && { look })}>{label}</Button>} />
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup className={css.dialog}>
          <Dialog.Title className={css.dialogTitle}>{heading}</Dialog.Title>
          <form onSubmit={run} noValidate className={css.form}>
            {typeof content === 'function' ? content(errors) : content}
            {failure && (
              <div role="alert" className={css.failure}>
                <Reason of={failure} />
              </div>
            )}
            <div className={css.dialogButtons}>
              <Dialog.Close render={<Button look="secondary">Back</Button>} />
              <Button type="submit" isBusy={isBusy}>
                {verb}
              </Button>
            </div>
          </form>
          <DialogHost />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
