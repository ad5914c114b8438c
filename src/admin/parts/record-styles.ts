import css from './record.module.css'
import { screenStyles } from './screen-styles.ts'

/** The look of a screen of one record, for the folders beside this one. */
export const recordStyles: typeof css = { ...css, card: `${screenStyles.card} ${css.card}` }
