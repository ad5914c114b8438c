import pictures from './picture-grid.module.css'
import css from './record.module.css'
import { screenStyles } from './screen-styles.ts'
import tree from './tree-rows.module.css'

/** The look of a screen of one record, for the folders beside this one. */
export const recordStyles: typeof css = { ...css, card: `${screenStyles.card} ${css.card}` }

/** The look of a list that shows a tree; `--depth` is a row's level, 0 at the top. */
export const treeStyles = tree

/** The look of lists of pictures with a text below each. `--tile` is the least width of one. */
export const pictureGridStyles = pictures
