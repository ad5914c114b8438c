import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DialogHost } from './dialog-host.tsx'
import css from './parts.module.css'

type Props = {
  /** The text of the button that opens it. */
  label: string
  title: string
  look?: 'primary' | 'secondary' | 'quiet'
  children: (close: () => void) => ReactNode
}

/** A button that opens a wide dialog to look at something or choose from it. */
export function ViewDialog({ label, title, look = 'secondary', children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger render={<Button look={look}>{label}</Button>} />
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup className={`${css.dialog} ${css.wide}`}>
          <Dialog.Title className={css.dialogTitle}>{title}</Dialog.Title>
          {children(() => setOpen(false))}
          <div className={css.dialogButtons}>
            <Dialog.Close render={<Button look="secondary">Close</Button>} />
          </div>
          <DialogHost />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
