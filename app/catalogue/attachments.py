"""Texts of the notices about what goes into a message: attached files and prompts."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    # a file that cannot be attached
    "attachment_missing": QT_TRANSLATE_NOOP("catalogue", "“{file}” is no longer there."),
    "attachment_is_folder": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a folder; attach the files in it."),
    "attachment_is_no_file": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a device or a pipe, not a file."),
    "attachment_not_allowed": QT_TRANSLATE_NOOP(
        "catalogue", "You are not allowed to read “{file}”; change the file's permissions."
    ),
    "attachment_loop": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a link that leads back to itself."),
    "attachment_unreadable": QT_TRANSLATE_NOOP("catalogue", "“{file}” cannot be read: {cause}."),
    "attachment_empty": QT_TRANSLATE_NOOP("catalogue", "“{file}” is empty."),
    "attachment_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is {size} MB large; Galley attaches files of up to {most} MB."
    ),
    "attachment_too_long": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” holds more than the {most} million characters that Galley attaches; take out the part you need.",
    ),
    "attachment_image": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a picture; Galley's models read text only."),
    "attachment_document": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is an office document; save it as PDF or plain text and attach that."
    ),
    "attachment_recording": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a recording; Galley's models read text only."),
    "attachment_archive": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is an archive; unpack it and attach what is inside."
    ),
    "attachment_binary": QT_TRANSLATE_NOOP("catalogue", "“{file}” holds no text."),
    "attachment_pdf_no_text": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” consists of pictures of pages; run text recognition (OCR) over it first."
    ),
    "attachment_pdf_encrypted": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is protected by a password; save a copy without one."
    ),
    "attachment_pdf_broken": QT_TRANSLATE_NOOP("catalogue", "“{file}” is damaged, or no PDF; get it once more."),
    "attachment_pdf_pages": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” has {number} pages, and Galley reads up to {most}; take out the pages you need."
    ),
    "attachment_pdf_slow": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” could not be read within {seconds} seconds; take out the pages you need."
    ),
    "attachment_pdf_memory": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” takes too much memory to read; save its text and attach that."
    ),
    "attachment_pdf_crashed": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” could not be read: the process that reads PDFs has ended. Save its text and attach that."
    ),
    "attachment_cancelled": QT_TRANSLATE_NOOP("catalogue", "Reading the file was stopped."),
    "attachment_twice": QT_TRANSLATE_NOOP("catalogue", "“{file}” is attached already."),
    "attachment_too_many": QT_TRANSLATE_NOOP("catalogue", "A message takes up to {most} files; the rest was left."),
    "attachment_let_go": QT_TRANSLATE_NOOP(
        "catalogue", "Galley let go of the attached files when it locked; attach them again."
    ),
    "attachment_picture_pasted": QT_TRANSLATE_NOOP(
        "catalogue", "The clipboard holds a picture; Galley's models read text only."
    ),
    # what is said on the card of one that was
    "attachment_legacy": QT_TRANSLATE_NOOP(
        "catalogue", "Not in Unicode: read as Western European text (Windows-1252)."
    ),
    "attachment_replaced": QT_TRANSLATE_NOOP("catalogue", "Some characters could not be read and stand as �."),
    "attachment_pdf_gaps": QT_TRANSLATE_NOOP("catalogue", "{number} of {pages} pages hold no text that can be read."),
    # what stands in the message where a text was shortened
    "attachment_cut": QT_TRANSLATE_NOOP("catalogue", "[Shortened to fit: {lines} lines were left out here.]"),
    "attachment_cut_one": QT_TRANSLATE_NOOP("catalogue", "[Shortened to fit: the rest was left out here.]"),
    # prompts of the user's own
    "prompt_without_name": QT_TRANSLATE_NOOP("catalogue", "Give the prompt a name."),
    "prompt_name_too_long": QT_TRANSLATE_NOOP("catalogue", "A prompt's name has up to {number} characters."),
    "prompt_built_in": QT_TRANSLATE_NOOP("catalogue", "“{name}” comes with Galley; choose another name."),
}
