import type { EditablePage } from '#contract/admin/content/pages.ts'
import { Button } from '#ui/button.tsx'
import { ChangeList } from './change-list.tsx'
import type { SectionTypes } from './editor-content.ts'
import { type EditorContent, toStored } from './editor-content.ts'
import css from './page-editor.module.css'

type Props = {
  mine: EditorContent
  theirs: EditablePage
  message: string
  types: SectionTypes
  onTake: (theirs: EditablePage) => void
  onKeep: (theirs: EditablePage) => void
}

/** Another editor saved first: shows what differs, and asks which version goes on. */
export function StaleNotice({ mine, theirs, message, types, onTake, onKeep }: Props) {
  return (
    <div role="alert" className={css.notice}>
      <p>{message} Your changes are not saved yet.</p>
      <details>
        <summary>What differs</summary>
        <ChangeList
          before={theirs.content}
          after={toStored(mine)}
          types={types}
          labels={['Theirs', 'Yours']}
        />
      </details>
      <div className={css.noticeButtons}>
        <Button look="secondary" onClick={() => onTake(theirs)}>
          Take their version
        </Button>
        <Button onClick={() => onKeep(theirs)}>Keep mine</Button>
      </div>
    </div>
  )
}
