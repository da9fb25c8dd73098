import script from '../enhancers/dialog.js?url'
import sheet from '../styles/dialog.css?url'

/**
 * The attributes of a link or a button that opens the shop's dialog where scripts run; without
 * scripts a link leads to its page. The dialog's script and style sheet are loaded when the first
 * dialog is opened.
 */
export const opensDialog = { 'data-dialog': script, 'data-dialog-sheet': sheet }
