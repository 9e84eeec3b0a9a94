/** The page of the service. */
import { render } from 'preact';
import '../src/report/pages/base.css';
import '../src/report/pages/comparison/comparison.css';
import '../src/report/pages/class/class.css';
import './style/page.css';
import './theme.ts';
import { App } from './app.tsx';

render(<App />, document.getElementById('app')!);
