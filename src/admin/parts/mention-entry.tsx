import { type ComponentProps, useRef, useState } from 'react'
import { useCombobox } from '#ui/use-combobox.ts'
import { EntryText } from './entry-field.tsx'
import css from './tag-entry.module.css'

type Props = ComponentProps<typeof EntryText> & { people: readonly string[] }

/** A text in which `@` offers names: arrows choose one, Enter puts it in. */
export function MentionEntry({ people, ...text }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState<string>()
  const found =
    begun === undefined ? [] : people.filter((name) => name.toLowerCase().startsWith(begun)).slice(0, 6)
  const { list, option, isExpanded, ...combobox } = useCombobox({ count: found.length })
  const { 'aria-controls': controls, 'aria-activedescendant': active } = combobox.field

  function follow() {
    const name = field.current ? nameBeforeCaret(field.current) : undefined
    setBegun(name)
    if (name === undefined) combobox.close()
    else combobox.open()
  }

  function put(name: string) {
    const area = field.current
    if (!area || begun === undefined) return
    area.setRangeText(`${name} `, area.selectionStart - begun.length, area.selectionStart, 'end')
    follow()
    combobox.close()
  }

  return (
    <div className={css.field}>
      <EntryText
        {...text}
        ref={field}
        hint="@ and a name tells a colleague"
        aria-autocomplete="list"
        aria-controls={controls}
        aria-activedescendant={active}
        onInput={follow}
        onBlur={() => combobox.close()}
        onKeyDown={(event) => isExpanded && combobox.onKeyDown(event)}
      />
      <div role="listbox" aria-label="Staff" {...list} className={css.known}>
        {found.map((name, at) => (
          <button type="button" key={name} {...option(at)} onClick={() => put(name)}>
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What follows the `@` of the word that is typed, in lower case. */
function nameBeforeCaret({ value, selectionStart }: HTMLTextAreaElement): string | undefined {
  const before = value.slice(0, selectionStart)
  let at = before.lastIndexOf('@')
  // An e-mail address, which may be the name, has an @ inside.
  while (at > 0 && !' \n('.includes(before.charAt(at - 1))) at = before.lastIndexOf('@', at - 1)
  if (at < 0) return undefined
  const name = before.slice(at + 1)
  return name.includes('\n') || name.length > 60 ? undefined : name.toLowerCase()
}
