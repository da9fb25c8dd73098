import script from '../enhancers/dialog.js?url'
import sheet from '../styles/dialog.css?url'

/**
 * What a link or a button says that opens the shop's dialog where scripts run. Without one a link
 * leads to its page. The dialog's script and style sheet come with the first that is opened.
 */
export const opensDialog = { 'data-dialog': script, 'data-dialog-sheet': sheet }
