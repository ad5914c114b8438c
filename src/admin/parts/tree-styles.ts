import css from './tree-rows.module.css'

/** The look of a list that shows a tree; `--depth` is a row's level, 0 at the top. */
export const treeStyles = css
