/** The next step of whoever finds this computer not connected: nobody knows the whole command by heart. */
export const RUN_INSTALL = 'Run the `workplace install` command that your administrator gave you.';
