import css from './picture-grid.module.css'

/** The look of lists of pictures with a text below each. `--tile` is the least width of one. */
export const pictureGridStyles = css
