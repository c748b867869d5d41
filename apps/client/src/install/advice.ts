/** The next step of the one who finds this computer not connected: no one knows the whole command by heart. */
export const RUN_INSTALL = 'Run the `workplace install` command that your administrator gave you.';
