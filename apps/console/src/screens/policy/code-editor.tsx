import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text as Document } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { PolicyProblem } from '@vestibule/policy';
import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './code-editor.module.css';

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly problems: readonly PolicyProblem[];
  readonly onChange: (text: string) => void;
}

/**
 * The text with colours, line numbers, and what is wrong where it stands. It lives in a shadow root: there CodeMirror adopts
 * style sheets, where it would add style elements to the page, which the content security policy refuses.
 */
export function CodeEditor({ label, value, problems, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const change = useEffectEvent(onChange);
  const first = useEffectEvent(() => value);

  useEffect(() => {
    if (host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({ parent: root, root, state: stateOf(first(), label, change) });
    editor.current = view;
    return () => view.destroy();
  }, [label]);

  useEffect(() => {
    const view = editor.current;
    if (view === null || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const view = editor.current;
    if (view !== null) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, problems)));
  }, [problems]);

  return <div className={styles['editor']} ref={host} />;
}

/** Problems of our reader, each up to the end of the word at which it stands. */
function diagnosticsOf(document: Document, problems: readonly PolicyProblem[]): Diagnostic[] {
  return problems.map(({ line: number, column, message }) => {
    const line = document.line(Math.min(number, document.lines));
    const from = Math.min(line.from + column - 1, line.to);
    const word = /^[\w.-]+/.exec(line.text.slice(from - line.from))?.[0] ?? '';
    return { from, to: Math.min(from + Math.max(1, word.length), document.length), severity: 'error', message };
  });
}

/** The tab key leaves the editor, as it leaves every field. */
function stateOf(text: string, label: string, onChange: (text: string) => void): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      EditorView.lineWrapping,
      yaml(),
      syntaxHighlighting(COLOURS),
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
      LOOK,
    ],
  });
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-ink)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--ink-2)' },
]);

const LOOK = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.375rem', maxHeight: '70vh' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-content, .cm-gutter': { minHeight: '280px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--sunken) 60%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--busy-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--stop)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
});
