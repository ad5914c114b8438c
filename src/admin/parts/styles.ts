import css from './parts.module.css'
import pictures from './picture-grid.module.css'
import record from './record.module.css'
import screen from './screen.module.css'
import tree from './tree-rows.module.css'

/** The look that lists and records of the back office have in common. */
export const screenStyles = screen

/** The look of labelled inputs, for fields that are not an `EntryField`. */
export const entryStyles = { form: css.form, field: css.field, input: css.input, failure: css.failure }

/** For dialogs that code opens, without a button of their own. */
export const dialogStyles = {
  backdrop: css.backdrop,
  dialog: css.dialog,
  wide: css.wide,
  title: css.dialogTitle,
  buttons: css.dialogButtons,
}

/** The look of a screen of one record, for the folders beside this one. */
export const recordStyles: typeof record = { ...record, card: `${screen.card} ${record.card}` }

declare module 'react' {
  /** With custom properties, which style sheets read. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}

/** The look of a list that shows a tree; `--depth` is a row's level, 0 at the top. */
export const treeStyles = tree

/** The look of lists of pictures with a text below each. `--tile` is the least width of one. */
export const pictureGridStyles = pictures
