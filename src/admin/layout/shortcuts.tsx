import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { DialogHost } from '../parts/dialog-host.tsx'
import { dialogStyles as parts } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import css from './layout.module.css'
import { searchFieldId } from './search-field.tsx'

/** `/` goes to the search, `g` and a letter to a screen, `j` and `k` along the rows of a list, `x` selects one and `a` all of the page, `b` goes to the actions for those selected, `?` opens the list of shortcuts. */
export function Shortcuts() {
  const { screens, may } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const targets = [
    ...(may('home.read') ? [{ letter: 'h', to: '/', label: 'Home' }] : []),
    ...screens.flatMap(({ letter, name, label }) => (letter ? [{ letter, to: `/${name}`, label }] : [])),
  ]

  useEffect(() => {
    let isGoing = false
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      if (takesKeys(target) || event.ctrlKey || event.metaKey || event.altKey) return
      const to = isGoing ? targets.find(({ letter }) => letter === key)?.to : undefined
      isGoing = key === 'g'
      if (to) return void navigate(to)
      if (key === '?') setOpen(true)
      if (key === 'j') moveToRow(1)
      if (key === 'k') moveToRow(-1)
      if (key === 'x') focusedRow()?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
      if (key === 'a') document.querySelector<HTMLInputElement>('main thead input[type=checkbox]')?.click()
      if (key === 'b') document.querySelector<HTMLElement>('[data-selection] :is(a, button)')?.focus()
      if (key === '/') {
        event.preventDefault()
        document.getElementById(searchFieldId)?.focus()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus()
  }, [pathname])

  const shortcuts = [
    { keys: ['/'], label: 'Search everything' },
    ...targets.map(({ letter, label }) => ({ keys: ['g', letter], label: `Go to ${label}` })),
    { keys: ['j'], label: 'Next row of a list' },
    { keys: ['k'], label: 'Previous row' },
    { keys: ['x'], label: 'Select the row' },
    { keys: ['a'], label: 'Select all rows of the page, or none' },
    { keys: ['b'], label: 'Actions for the selected rows' },
    { keys: ['Enter'], label: 'Open the row' },
    { keys: ['Ctrl', 'S'], label: 'Save (⌘ S on a Mac)' },
    { keys: ['?'], label: 'This list' },
  ]
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={css.shortcuts} aria-label="Keyboard shortcuts" aria-keyshortcuts="?">
        ?
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={parts.backdrop} />
        <Dialog.Popup className={parts.dialog}>
          <Dialog.Title className={parts.title}>Keyboard shortcuts</Dialog.Title>
          <dl className={css.shortcutList}>
            {shortcuts.map(({ keys, label }) => (
              <div key={label}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <div className={parts.buttons}>
            <Dialog.Close render={<Button look="secondary">Close</Button>} />
          </div>
          <DialogHost />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const rows = 'main tbody tr:has(th a)'
const focusedRow = () => document.activeElement?.closest(rows)

/** Moves the focus to the link of the next or the previous row; without a row that has it, to the first or the last. */
function moveToRow(step: 1 | -1) {
  const all = [...document.querySelectorAll(rows)]
  const at = all.findIndex((row) => row === focusedRow())
  const next = at < 0 && step < 0 ? all.at(-1) : all[at + step]
  next?.querySelector<HTMLElement>('th a')?.focus()
}

const typing = 'textarea, select, [contenteditable], [role="dialog"], [role="combobox"], [role="listbox"]'
/** Inputs that take no text, so that letters do nothing in them. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image'])

/** Whether keys belong to what has the focus: a field that takes text or finds choices by letters, or a dialog. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(typing)) return true
  return target instanceof HTMLInputElement && !withoutText.has(target.type)
}
