import os, random, signal, sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer, Qt
from app.engine.types import SpeculationMode
from app.viewmodels.reply import Phase, Reply
from tests.support.program import *
from tests.support.offscreen import quiet_platform
from tests.support.tiny_models import *
from tests.support.tiny_vocabulary import OTHER_WORDS, TinyVocabulary
import pytest
pytestmark = quiet_platform
def spin(ms):
    l=QEventLoop(); QTimer.singleShot(ms,l.quit); l.exec()
@pytest.mark.parametrize("seed", range(int(os.environ.get("S0","0")), int(os.environ.get("S1","4"))))
def test_monkey(qtbot, tmp_path, seed):
    rng=random.Random(seed)
    write_settings(tmp_path / "home", SHORT)
    e,d=endless_pair(tmp_path)
    targets=[e, TinyModel(name="Tiny ending", end_bias=2.0).write(tmp_path/"t1.gguf"), TinyModel(name="Other", end_bias=0.0, vocabulary=TinyVocabulary(words=OTHER_WORDS)).write(tmp_path/"t2.gguf"), tmp_path/"gone.gguf"]
    empty=tmp_path/"empty.gguf"; empty.touch(); targets.append(empty)
    drafts=[d, targets[1], targets[2], empty]
    log=[]
    with running(qtbot, tmp_path / "home", e, d) as program:
        g=program.galley
        def send():
            if g.pair_choice.pair is not None: program.send(rng.choice(["One.","Two and more.","Hello there"]))
        def kill():
            p=g.engine.engine_pid
            if p: os.kill(p, signal.SIGKILL)
        ops={ 'send':(send,8),'stop':(lambda: program.press(Qt.Key.Key_Escape),3),
          'target':(lambda: g.header.target_chosen.emit(str(rng.choice(targets))),2),
          'draft':(lambda: g.header.draft_chosen.emit(str(rng.choice(drafts))) if g.header.draft_picker.isEnabled() else None,2),
          'nodraft':(lambda: g.header.draft_removed.emit(),1),
          'new':(lambda: g.conversations.begin(),1),
          'switch':(lambda: g.conversations.activate(rng.choice(g.conversations.entries).key),2),
          'regen':(lambda: program.replies and g.stack.regenerate_requested.emit(program.last.request_id),2),
          'kill':(kill,1),
          'marks':(lambda: g.stack.toggle_marks(),1),
          'theme':(lambda: g.theme.choose(rng.choice(list(ThemeChoice))),1),
          'mode':(lambda: g.proof_panel.mode_switch.mode_chosen.emit(rng.choice([SpeculationMode.OFF,SpeculationMode.AUTO])),1),
          'cancel':(lambda: g.load_card.cancel_button.isVisible() and g.load_card.cancel_button.click(),1),
          'resize':(lambda: g.window.resize(rng.randint(640,1400),rng.randint(480,900)),1),
          'drop':(lambda: program.drop(rng.choice(targets+drafts)),1),
        }
        names=[n for n,(f,w) in ops.items() for _ in range(w)]
        for i in range(60):
            n=rng.choice(names); log.append(n)
            ops[n][0](); spin(rng.choice([0,0,5,20,60,150,400]))
        try:
            g.header.target_chosen.emit(str(targets[1]))
            program.loaded(targets[1])
            program.press(Qt.Key.Key_Escape)
            program.until(lambda: not g.chat.busy and not g.pair_choice.loading, 20000)
            g.conversations.begin()
            r=program.ask("Final")
            assert r.phase is Phase.FINISHED, (r.phase, r.notice)
            for t in g.chat._transcripts.values():
                for x in t.rows:
                    if isinstance(x, Reply): assert x.phase.is_over, x.phase
            program.until(lambda: not g.composer.stop_button.isVisible(), 5000)
            program.until(lambda: program.shown_badge == program.badge or not g.proof_panel.isVisible(), 5000)
            assert g.load_card.isHidden(), program.load_message
            spin(300)
            assert g.engine._client._active is None and not g.engine._client._waiting
        except BaseException:
            print(log, g.pair_choice.pair and g.pair_choice.pair.target.path, g.pair_choice.loading, g.chat._pending, program.load_message, program.badge)
            print(g.engine._client.__dict__)
            raise
