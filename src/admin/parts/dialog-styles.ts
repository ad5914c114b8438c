import css from './parts.module.css'

/** For dialogs that code opens, without a button of their own. */
export const dialogStyles = {
  backdrop: css.backdrop,
  dialog: css.dialog,
  wide: css.wide,
  title: css.dialogTitle,
  buttons: css.dialogButtons,
}
