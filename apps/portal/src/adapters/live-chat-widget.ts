import type { LiveChatWidget } from '@vestibule/flows';

/** What the script of a chat service exports. */
interface WidgetModule {
  start(options: { readonly token: string }): unknown;
}

/**
 * Loads the widget as a module, which the content security policy allows from the configured origin alone, and starts it.
 * @returns false when it could not be loaded or started, whatever the reason
 */
export async function loadLiveChatWidget({ widgetSourceUrl, token }: LiveChatWidget): Promise<boolean> {
  try {
    const widget: unknown = await import(/* @vite-ignore */ widgetSourceUrl);
    if (!isWidget(widget)) return false;
    await widget.start({ token });
    return true;
  } catch {
    return false;
  }
}

function isWidget(module: unknown): module is WidgetModule {
  return typeof module === 'object' && module !== null && 'start' in module && typeof module.start === 'function';
}
